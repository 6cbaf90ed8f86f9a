"""What attempts at overriding a model's instructions say, and how they hide.

How the rules were made: from the grammar of such attempts (a verb of dismissing, then what is dismissed; a claim that rules
no longer hold; a new role) with the words that belong into each place, in English and, for the plain "ignore the previous
instructions", in twelve more languages. They were checked against half of public sets of attacks and of benign texts
that hold the same words.

Each rule has cues: stretches one of which begins every match (or lies in it, `back` characters behind its begin at most).
Finding a cue with `in` is many times faster than a search for the pattern, which then only runs where a cue is. Rules are
in groups behind a gate, of whose words a text must hold one: so a few look-ups are enough for most texts.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from oodle_eval.v1._folding import folded
from oodle_eval.v1._memo import shared

__all__ = ["WEIGHTS", "dressed_override", "phrases"]

# The weight of each signal, in the order in which they are named.
WEIGHTS = {
    "override": 0.6,
    "system_prompt": 0.4,
    "role_marker": 0.4,
    "persona": 0.3,
    "unicode_tags": 0.6,
    "invisible": 0.2,
    "base64": 0.3,
    "custom": 0.5,
}


class Rule(NamedTuple):
    """A pattern of a signal, and where it can match.

    With `back` 0 a match begins at a cue; else it begins up to `back` characters before a cue, and ends at most `ahead`
    characters behind the begin of the cue.
    """

    signal: str
    cues: tuple[str, ...]
    pattern: str
    back: int = 0
    ahead: int = 0


def _gap(most: int) -> str:
    """Return a pattern of up to so many words within one clause."""
    return rf"(?:[^\s.!?;:]{{1,24}}\s+){{0,{most}}}?"


_EARLIER = r"(?:previous|prior|preceding|above|earlier|former|foregoing|past|initial|original|existing|old|given|provided|last)"
_QUALIFIED = rf"(?:your|all|any|every|each|these|those|the|{_EARLIER}|system|developer|safety|my|other|following|both)"
# What is only ever said to a model, once it is qualified.
_ORDERS = (
    r"(?:instructions?|instruktsii|prompts?|directions?|directives?|orders|commands|guidelines?|guidance|programming|guardrails?|"
    r"training|safeguards?|moderation|content polic\w+|safety \w+|ethic\w*|moral\w*)\b"
)
# What software and people have too: it must be the earlier one, or the model's own.
_WEAKER = (
    r"(?:rules?|polic(?:y|ies)|restrictions?|limit(?:ation)?s?|constraints?|filters?|messages?|conversations?|context|texts?|inputs?|"
    r"information|tasks?|assignments?|requests?|questions?|content|chats?|statements?|articles?|documents?|data|settings?|"
    r"parameters|boundaries|protocols?|words)\b"
)
_DISMISS = rf"""
    (?:ignor(?:e[sd]?|ing)|disregard(?:s|ed|ing)?|forget(?:s|ting)?|overrid(?:e|ing)|bypass(?:ing)?|neglect|
       skip|discard(?:ing)?|drop|abandon|delete|erase|dismiss|revoke)
    \s+(?:about\s+|to\s+|with\s+|by\s+)?
    (?:
        {_gap(4)}{_QUALIFIED}\s+{_gap(2)}{_ORDERS}(?!\s+(?:of|for|in)\s+(?:the|this|that|a)\b)
      | (?:instructions|directions|orders|directives|system\s+prompts?)\b
      | {_gap(3)}(?<!\bmy\s)(?<!\bour\s)(?:{_EARLIER}|your)\s+(?:\w+\s+(?:and|or)\s+)?(?:\w+\s+)?{_WEAKER}
      | {_gap(3)}(?:rules?|polic(?:y|ies)|restrictions?|limit(?:ation)?s?|constraints?|filters?|boundaries|protocols?)\s+(?:that\s+|which\s+)?
        (?:you\s+(?:were|are|have\s+been|had\s+been)\s+(?:given|told|taught|trained|supposed|programmed|bound)|(?:given|imposed\s+(?:up)?on|set\s+for)\s+(?:to\s+)?you\b)
      | (?:everything|anything|all|whatever|what(?:ever)?)(?:\s+of)?(?:\s+(?:that|which))?\s+
        (?:(?:was|were|is|came|you\s+were|you've\s+been|you\s+have\s+been|has\s+been|i\s+(?:have\s+|had\s+)?|we(?:'ve|\s+have)?\s*|you\s+)\s*){{0,2}}
        (?:above|before|(?:prior|previous|earlier)(?!\s+\w)|said|told|talked|written|learned|learnt|gave|instructed|discussed|knew|taught)
      | (?:about\s+)?(?:everything|all)\s*(?:$|[.,;:!]|and\b|else\b|now\b|but\b|then\b|just\b)
      | (?:the\s+)?(?:above|previous|preceding|foregoing)\s*(?:$|[.,;:!]|and\b|instead\b|but\b|then\b|text\b)
      | what\s+(?:i|we|they|he|she|was|you)\s+(?:\w+\s+){{0,2}}(?:said|told|asked|wrote|written)
      | (?:\w+\s+)?(?:openai|content\s+polic|chat\s?gpt)
      | everything\s+(?:from|about)\s+(?:chat\s?gpt|openai|being)
    )
"""
_UNFOLLOW = rf"""
    (?:\blonger|\bnot|n't|\bstop|(?<!\bi\s)(?<!\bwe\s)\bnever)\s(?:follow|obey)(?:ing)?\s+(?:\w+\s+){{0,3}}?(?:your|{_EARLIER}|openai\S*|the)\s+(?:\w+\s+){{0,2}}?
    (?:{_ORDERS}|rules|polic\w+)
"""
_YOU = r"(?:you|your|yourself|answer|respond|reply|act|chat\s?gpt)"
_NEW_ORDERS = rf"""
    from\s+(?:now|here|this\s+(?:point|moment|message))\s+(?:on|onwards?|own|forward|out|forth)\b[^.!?\n]{{0,60}}\b{_YOU}\b
  | from\s+on\s+now\b[^.!?\n]{{0,60}}\b{_YOU}\b
"""
_RENAMED = r"""
    new\s+(?:instructions?|orders|directives?|guidelines)\s*(?:follow|begin|start|:|are\s+coming|come)
  | (?<=your\s)new\s+(?:instructions?|rules?|guidelines?|orders|directives|task|role|identity|persona|name|job|purpose|programming|goal)
  | (?:(?<=these\sare\s)|(?<=here\sare\s)|(?<=these\sare\syour\s)|(?<=here\sare\syour\s))new\s+(?:rules|guidelines|instructions)
  | (?:(?<=now\s)|(?<=come\s)|(?<=following\s)|(?<=follow\s))new\s+(?:instructions?|tasks?|orders|assignments?)\b
"""
_RENAMED_NOW = r"(?:instructions|task|job|role|rules|orders)\s+(?:is|are)\s+now\b"
_REST = r"""
    (?:rest|remainder|duration)\s+of\s+(?:(?:this|our|the)\s+(?:conversation|chat|discussion|interaction|dialogue)|(?:this|our)\s+(?:\w+\s+)?(?:session|thread))\b
"""
_RULES = (
    r"(?:rules?|polic|guideline|restriction|ethic|moral|norms|laws?|limit|confine|principle|standard|constraint|openai)"
)
_BOUND = r"""
    no\s+longer\s+(?:\w+\s+)?(?:bound|restricted|constrained|governed|confined|limited|restrained)\s+(?:by|to)\b
  | (?:not|n't)\s+(?:\w+\s+)?(?:bound|restricted|constrained|governed|confined|limited|obligated)\s+(?:by|to)\s+(?:[\w']+\s+){0,4}?
    (?:rules?|polic|guideline|restriction|ethic|moral|norms|laws\b|openai|principles|programming)
"""
_ABIDE = rf"""
    (?:\bnot|n't|\bnever|\bwithout|\bno\s+need\s+to|\bno\s+longer)\s+(?:\w+\s+){{0,4}}(?:abide|adhere|conform|comply)\s+(?:by|to|with)\b[^.!?\n]{{0,50}}\b{_RULES}
"""
_NO_LONGER = r"""
    you(?:\s+are|'re)\s+no\s+longer\s+(?:chat\s?gpt|an?\s+(?:ai|language|assistant|bot|helpful|large)|gpt|claude|bard|gemini|the\s+assistant|restricted|limited|bound)
"""
_FREED = r"""
    (?:freed?|frees|liberated|escaped?|unshackled)\s+(?:you|itself|yourself|them|himself)?\s*(?:from|of)\s+(?:\w+\s+){0,5}?
    (?:restrict|filter|limit|confine|ethic|guideline|censor|moral|shackle|openai|rules\b|polic|norms)
"""
_AMORAL = r"""
    \b(?:no|zero|without|lack\w*|devoid\s+of|(?:not|n't)\s+(?:have|follow|possess)|never\s+follow\w*|free\s+(?:from|of))\s+(?:[^\s.!?;:]{1,24}\s+){0,5}?
    (?:ethic\w*|moral\w*|censor\w*|openai\w*)\s*
    (?:,|/|or|and|nor|&|\s)*\s*(?:\w+\s+){0,2}(?:guideline|restriction|limit|rule|filter|bound|constraint|code|polic|principle|concern|moral|ethic|standard|compass|obligation|consideration)
"""
_LIMITLESS = r"""
    \b(?:no|zero|without(?:\s+any)?|any|all(?:\s+the)?)\s+(?:\w+\s+){0,2}(?:restriction|filter|limitation|rule|limit|prohibition|censorship)s?
    \s*(?:,|or|and|nor|/)+\s*(?:\w+\s+)?(?:restriction|filter|limitation|rule|limit|guideline|boundar|censorship|moral|ethic|polic)
"""
_LIFTED = r"""
    your\s+(?:\w+\s+){0,3}?(?:restriction|filter|limit(?:ation)?|prohibition)s?\s+(?:are|is|were|have\s+been|has\s+been)\s+(?:now\s+|all\s+|hereby\s+|permanently\s+)?
    (?:lifted|removed|disabled|suspended|deactivated|off\b|gone\b|turned\s+off)
"""
_REGARDLESS = r"""
    (?:regardless\s+of|no\s+(?:regard|concern|respect)s?\s+for|without\s+(?:any\s+)?(?:concern|regard|regards|care|consideration)\s+(?:for|to|about|of))
    \s+(?:\w+\s+){0,4}(?:legal|ethic|moral|law|harm|consequence|illegal)
  | without\s+(?:any\s+)?(?:\w+\s+)?(?:censorship|prohibitions|moralizing|remorse)
  | without\s+(?:hesitation|refusal|warnings?|disclaimers?|question)\s*(?:or|and|,)\s*\w
"""
_CAREFREE = r"care\s+(?:about\s+)?(?:\w+\s+){0,4}(?:legal|ethic|moral|law|illegal|consequence|guideline|openai|rules)"
_DEFY = r"""
    (?:disregard\w*|ignor\w+|reject\w*|defy\w*|breaks?|breaking|bypass\w*|circumvent\w*|evad\w+)\s+(?:\w+,?\s+){0,6}?
    (?:ethic|moral|censor|openai|content\s+polic|ai\s+rules|safety\s+(?:filter|guideline|polic))
"""
_UNFILTERED = r"""
    (?:unfiltered|uncensored|unrestricted|unhinged|amoral|immoral|nonmoral|unethical|unlimited|unaligned|jailbroken)
    (?:\s*(?:,|and|or|&|/)\s*(?:\w+\s+)?(?:un\w+|amoral|immoral|biased|illegal|explicit|evil|completely)
      |\s+(?:\w+\s+)?(?:ai|response|answer|chatbot|language\s+model|model|version\s+of|bot|assistant|persona|gpt|chat)\b)
  | (?:(?<=completely\s)|(?<=totally\s)|(?<=fully\s)|(?<=truly\s)|(?<=entirely\s)|(?<=will\sbe\s)|(?<=both\s)|(?<=\sis\s)|(?<=\sare\s))(?:unfiltered|uncensored)\b
"""
_REFUSE = r"""
    (?:\bnever|\bnot|n't|\bcannot|\bwithout)\s+(?:\w+\s+){0,2}(?:(?<=never\s)refuse|refus(?:e|es|ing|al)\b(?:\s+(?:to|any|a|an|my|the|answer|request|prompt|anything|or)\b|\s*[.,"]|$)
      |reject(?:ing)?\s+(?:or|any|a|my|anything))
"""
_NEVER_SAY = r"""
    (?:never|not|n't|stop)\s+(?:\w+\s+){0,2}(?:say|tell|inform|warn|remind|claim|respond)\w*\s+(?:[\w']+\s+){0,5}(?:can't|cannot|can\ not|unable|won't|not\s+able|illegal|unethical|(?:as\s+)?an\s+ai\b)
  | (?:never|not|n't|stop)\s+(?:\w+\s+){0,3}(?:respond|answer|reply|speak|act|response|responding|being)s?\s+(?:as|like)\s+(?:chat\s?gpt|gpt|an?\s+(?:ai\b|assistant|language))
"""
_UNCONDITIONAL = r"""
    none\s+of\s+your\s+(?:responses|answers|replies)\s+(?:should|will|must|may|can)
  | (?:answer|respond|fulfil|comply|obey)\w*\s+(?:\w+\s+){0,2}(?:any|every|all)\s+(?:and\s+all\s+)?(?:my\s+|of\s+my\s+|the\s+user's\s+)?(?:prompt|question|request|command)s?[^.!?\n]{0,40}\b(?:no\s+matter|regardless|without|even\s+if)
  | thing\s+is\s+(?:legal|allowed|permitted)
  | no\s+matter\s+how\s+(?:\w+,?\s+){0,3}(?:immoral|illegal|unethical|offensive|harmful|dangerous)
"""
_JUST_SAY = r"""
    (?:not\s+(?:answer|look|respond|reply)|n't\s+(?:answer|look|respond|reply)|stop\s+everything|ignore)\b[^.?\n]{0,60}\b(?:just|only|simply|instead)\s+(?:output|print|say|write|respond|reply|return|tell)\b
"""

# "Ignore (or forget) the previous instructions" elsewhere: German, Dutch, French, Spanish, Portuguese, Italian, Polish,
# Croatian and its kin, Russian; then Chinese, Japanese, Korean. Written as `folded` leaves them: without accents.
_ELSEWHERE = r"""
    \b(?:
        (?:ignorier\w*|vergiss|vergesst|vergessen\s+sie|missachte\w*)\s+(?:\w+\s+){0,3}?(?:all\w*|vorherige\w*|bisherige\w*|obige\w*|fruhere\w*|anweisung\w*|auftrage|aufgaben|regeln|vorgaben|davor)\b
      | (?:hor(?:e|en\s+sie)\s+nicht\s+auf\s+(?:\w+\s+){0,2}?(?:alles|zuvor|gesagte))
      | (?:obige[nr]?|vorherige[nr]?|bisherige[nr]?|vorangegangene[nr]?|alle)\s+(?:\w+\s+){0,3}?(?:ignorieren|vergessen|aus\s+dem\s+kopf)
      | (?:folgen|kommt|kommen|deine|diese|die)\s+(?:\w+\s+){0,2}?neuen?\s+(?:aufgaben?|anweisung\w*)
      | (?:vergeet)\s+(?:\w+\s+){0,3}?(?:alle|vorige|eerdere|instructies|alles)\b
      | (?:ignore[zr]?|oublie[zr]?)\s+(?:\w+\s+){0,3}?(?:tou[st]e?s?|instructions?|precedent\w*|consignes?|ci-dessus)\b
      | (?:ignor[ae]n?|olvid[ae]n?|olvidate|esquec[ae]m?|esqueca|desconsidere|dimentica(?:te)?|ignorate|scorda(?:ti)?)\s+(?:\w+\s+){0,3}?
        (?:tod[oa]s?|tudo|tutt[eoi]|instruc\w+|instruc\w*oes|istruzioni|anteriores?|precedenti|ordenes|ordens|lo\s+anterior|reglas|regras|regole)\b
      | (?:zignoruj|zapomnij|ignoruj)\s+(?:\w+\s+){0,3}?(?:wszystk\w+|poprzedni\w+|polecenia|instrukcj\w+)
      | (?:zaboravi(?:te)?|ignori[rs]\w*|zanemari(?:te)?)\s+(?:\w+\s+){0,3}?(?:sve|prethodn\w+|instrukcij\w+|upute)\b
    )
"""
_RUSSIAN = ("забуд", "игнорир", "не обращай")
_RUSSIAN_TARGETS = ("инструкц", "все", "всё", "предыдущ", "указани", "правил", "сказанн")
_EAST_ASIAN = r"""
    (?:忽略|無視|无视|忘记|忘記|忘掉|不要理会|忽視|忽视).{0,12}?(?:指令|指示|提示|命令|规则|規則|说明|說明|内容|內容|对话|之前|以上|上述|前面)
  | (?:之前|以前|上記|以上|これまで|前|すべて|全て|上の).{0,8}?(?:指示|命令|指令|プロンプト|ルール|内容).{0,6}?(?:無視|忘れ)
  | (?:이전|위|앞|모든).{0,8}?(?:지시|명령|지침|프롬프트|규칙).{0,6}?(?:무시|잊)
"""

_ASK = (
    r"(?:reveal|show|print|repeat|output|display|tell|give|share|leak|expose|recite|list|write|provide|send|return|copy|paste|dump|type|"
    r"disclose|describe|summari[sz]e|translate|encode|what(?:'s|\s+is|\s+are|\s+were|\s+was)|need|see|read|view|know|get|quote|echo|extract|log|spell\W?check|"
    r"continue|complete)"
)
_SYSTEM_PROMPT = rf"""
    \b{_ASK}\b[^.!?\n]{{0,60}}?\b(?:
        (?:system|hidden|initial|original|secret|internal|developer|base|starting|first|pre)[\s_-]*(?:prompts?|instructions?|messages?|directives?|config\w*|preprompt)
      | your\s+(?:\w+\s+){{0,3}}?(?:prompts?|instructions?|directives?|guidelines|programming|rules|system\s+message|embeddings|configuration|initialization)\b
      | (?:above|previous)\s+(?:prompt|instructions?)\b | prompt\s+(?:above|texts?)\b | this\s+prompt\s+above
      | (?:all\s+(?:of\s+)?)?the\s+text\s+above | (?:text|words|everything|content|instructions?)\s+above\b | entire\s+conversation
      | instructions?\s+(?:you\s+(?:were|have\s+been|got|received)|were\s+(?:you\s+)?given)
      | (?:were|was|are)\s+you\s+(?:instructed|told|given|not\s+(?:supposed|allowed))
      | initiali[sz]ation\s+string
    )
"""
_SYSTEM_PROMPT_BARE = r"""
    \b(?:(?:what|which)\s+(?:are\s+|were\s+)?your\s+(?:\w+\s+){0,2}?(?:instructions|prompt|rules|guidelines)\b|beginning\s+of\s+(?:this|the)\s+(?:prompt|conversation)|(?:system|developer)\s?_?prompt\s+(?:is|was|verbatim|word)|
    (?:output|print|log|repeat)\W{0,3}(?:system|initial)\s?_?(?:prompt|message)|i\s+was\s+instructed\s+to|starting\s+with\s+"?you\s+are"?)
"""
_ANGLED = r"<\|[\s\w]|<</?sys>>|<</sys>>|</?(?:system|assistant|system_prompt|instructions?|sys|developer)>"
_BRACKETED = r"""
    \[/?(?:inst|sys|system)\] | \[(?:system|assistant|developer)(?:\s+(?:message|prompt))?\]
  | \[(?:human|chatgpt|gpt|ai|dan|jailbreak|unfiltered\w*)(?:\s*\#)?\]\s*:?
"""
_ROLE_MARKER = r"""
    (?:\A|\n)[>\s#*_"'`\[({-]{0,6}(?:system|assistant|developer|human)\s*(?:prompt|message|note|instructions?|override)?\s*[*_\])}"'`]{0,3}\s*:
  | (?:\A|\n)\s{0,3}\#{1,6}\s*(?:system|instruction|instructions|assistant|human)\s*:?\s*(?:\#|\n|\Z)
  | system\s+(?:annou?-?ncement|i-?nstructions?)\s+begins?
"""
_RULER = r"[=\-*]{3,}\s*(?:end|begin|system|start)\b"
_PERSONA = r"""
    (?:act|behave|respond|reply|answer|speak|talk)(?:ing)?\s+(?:only\s+|exactly\s+|just\s+)?(?:as|like)\s+(?:if\s+you|an?\s(?!result\b|way\b|means\b|consequence\b)|the\s|my\s|dan\b|both\b|\w+gpt|["'\[])
  | (?:pretend|pretending|imagine|assume|suppose)(?:\s+that)?\s+(?:to\s+be\s+(?:an?|the|my|dan|someone|\w+gpt|["'\[])|you\s+are|you're|you\s+can|you\s+have\s+no\s+(?:\w+\s+)?(?:rules|restrictions|limit\w*|filters?|guidelines|ethic\w*|moral\w*|constraints|boundaries)|the\s+(?:role|persona|identity|personality)|being\s+an?)\b
  | (?:role-?\s?play|simulat(?:e|ing)|emulat(?:e|ing)|impersonat(?:e|ing)|imitat(?:e|ing))\b[^.!?\n]{0,40}\b(?:as|mode|ai|being|named|called|dan|chatbot|you)\b
  | you\s+(?:are|will|shall|must)\s+(?:now\s+)?(?:going\s+to\s+|to\s+|about\s+to\s+)?(?:now\s+)?(?:act|pretend|play|be\s+(?:acting|playing)|simulate|respond\s+as|immerse|take\s+on|role-?play|impersonate|embody|become|answer\s+as|operate)\b
  | (?:you\s+are|you're|act)\s+now\s+(?:\w|["'\[])
  | now\s+(?:you\s+are|you're)\s
  | role\s+of
  | do\s+anything\s+now|anything\s+now\b|dan\b(?:[\s,:"')(.!?]|$)|jail\s?br(?:eak|oken)
  | alter\s?ego|evil\s+(?:\w+\s+)?(?:twin|confidant|version|ai|ki)\b
  | (?:two|2)\s+(?:\w+\s+)?(?:responses|ways|personalities|manners|answers)\b
  | stell\s+dir\s+vor,?\s+du\s+bist|du\s+bist\s+(?:jetzt|nun)|bist\s+du\s
  | dass\s+(?:sie|du)\s+als\b
"""
_MODE = r"\b(?:(?:stay|remain)\s+in\s+\w+|developer|dev|dan|god|jailbreak|debug(?:ging)?|admin|maintenance|sudo|unrestricted|unfiltered|root|opposite|evil|chaos)[\s-]+mode\b"

# Rules behind a gate: a text must hold one of the gate's words before the group's rules are tried.
Group = tuple[tuple[str, ...], tuple[Rule, ...]]
_ALWAYS: tuple[Group, ...] = (
    (
        ("ignor",),
        (
            Rule("override", ("ignor",), _DISMISS),
            Rule("override", ("ignor",), _ELSEWHERE),
            Rule("override", ("ignore ",), _JUST_SAY),
        ),
    ),
    (
        (),
        (
            Rule("override", ("disregard", "forget", "overrid", "bypass"), _DISMISS),
            Rule("override", ("verg", "olvid", "zaborav", "oubli", "esquec", "dimentic", "zapomn"), _ELSEWHERE),
            Rule("override", ("not answer", "stop every"), _JUST_SAY),
            Rule("system_prompt", ("prompt", "instru", "above", "system "), _SYSTEM_PROMPT, 80, 40),
        ),
    ),
    ((":", "#"), (Rule("role_marker", ("system", "assistant", "developer", "human"), _ROLE_MARKER, 14, 40),)),
    ((" du ", " sie ", "nicht "), (
        Rule("override", ("bisherige", "vorherige", "alle ", "obige", "neue a", "neuen a", "nicht auf"), _ELSEWHERE, 40, 60),
        Rule("persona", ("stell dir", "du bist", "bist du", "dass sie als", "dass du als"), _PERSONA),
    )),
    ((" mode",), (Rule("persona", (" mode",), _MODE, 24, 8),)),
    (("pretend",), (Rule("persona", ("pretend",), _PERSONA),)),
)  # fmt: skip
# What is said of instructions: these are tried around a word for them.
_ORDER_WORDS = ("instru", "prompt", "directi", "guideline")
_ABOUT_ORDERS: tuple[Group, ...] = (
    (
        (),
        (
            Rule("override", ("skip ", "discard", "delete ", "erase "), _DISMISS),
            Rule("override", ("not follow", "n't follow", "longer follow", "stop follow", "never follow", "obey"), _UNFOLLOW, 10, 90),
            Rule("override", ("new ",), _RENAMED),
            Rule("override", ("instructions are", "task is"), _RENAMED_NOW),
            Rule("system_prompt", ("prompt", "instruct", "you are"), _SYSTEM_PROMPT_BARE, 30, 30),
            Rule("role_marker", ("instruction",), _ROLE_MARKER, 12, 40),
            Rule("role_marker", ("===", "---"), _RULER, 2, 40),
        ),
    ),
)  # fmt: skip
# What is only said to someone: these are tried when a text addresses the model.
_ADDRESS = ("you", "gpt", " ai ", "act as", "jailbr")
_ADDRESSED: tuple[Group, ...] = (
    (
        (),
        (
            Rule("override", ("from now ", "from here ", "from this ", "from on now"), _NEW_ORDERS),
            Rule("override", ("rest of th", "rest of our", "remainder of", "duration of"), _REST),
            Rule("override", ("abid", "adher", "conform", "comply"), _ABIDE, 50, 90),
            Rule("override", ("free", "liberated", "escape"), _FREED),
            Rule("override", ("refus", "reject"), _REFUSE, 30, 24),
            Rule("override", ("never ", "not say", "n't say", "not respond", "n't respond"), _NEVER_SAY),
            Rule("override", ("none of your", "thing is ", "no matter", "answer a", "answer e", "any request", "every request"), _UNCONDITIONAL, 20, 90),
            Rule("override", ("unhinged",), _UNFILTERED),
            Rule("system_prompt", ("your rules", "your guideline", "your programming", "entire conv", "initialization", "were you ", "are you not"),
                 _SYSTEM_PROMPT, 80, 40),
            Rule("persona", ("act ", "acting ", "respond as", "answer as", "imagine you", "assume the", "role", "simulat", "emulat", "impersonat", "imitat",
                             "you are ", "you're now", "now you", "you will ", "anything now", "dan", "jail", "alter ego", "evil ", "two "), _PERSONA),
            Rule("persona", ("character", "persona"), r"(?:\bin|\bbreaks?|\bbreaking)\s+character\b | \bpersona(?:lity)?\s+of\b", 12, 16),
            Rule("persona", ("-mode",), _MODE, 24, 8),
        ),
    ),
    (("new ",), (Rule("override", ("new ",), _RENAMED),)),
    (("longer ", "bound "), (
        Rule("override", ("longer ", "bound by", "bound to"), _BOUND, 12, 70),
        Rule("override", ("longer ",), _NO_LONGER, 16, 40),
    )),
    (("ethic", "moral", "censor", "openai", "legal", "unethic", "amoral", "immoral", "nonmoral", "uncensor", "illegal"), (
        Rule("override", ("ethic", "moral", "censor", "openai"), _AMORAL, 70, 50),
        Rule("override", ("amoral", "immoral", "nonmoral", "unethical", "uncensored"), _UNFILTERED),
        Rule("override", ("regardless of", "no regard", "no concern", "no respect", "without "), _REGARDLESS),
        Rule("override", ("care ",), _CAREFREE),
        Rule("override", ("disregard", "ignor", "reject", "defy", "break", "bypass", "circumvent", "evad"), _DEFY),
    )),
    (("restrict", "filter", "limit", "prohib", "unrestrict", "unfilter", "unlimit"), (
        Rule("override", ("restriction", "filter", "limit", "rule", "prohibition"), _LIMITLESS, 36, 50),
        Rule("override", ("your ",), _LIFTED),
        Rule("override", ("unfiltered", "unrestricted", "unlimited"), _UNFILTERED),
        Rule("override", ("restricted by", "limited by", "confined by"), _BOUND, 20, 70),
    )),
)  # fmt: skip
_IN_BRACKETS = (Rule("role_marker", ("<",), _ANGLED), Rule("role_marker", ("[",), _BRACKETED))
# One of these is in every text that another rule can match: most texts hold none.
_FIRST = tuple(dict.fromkeys((
    *_ADDRESS, *_ORDER_WORDS, "ignor", " du ", " sie ", "nicht ", " mode", "pretend", "system", "assistant", "developer", "human",
    *(cue for gate, rules in _ALWAYS if not gate for rule in rules for cue in rule.cues),
)))  # fmt: skip
_FIRST_SET = frozenset(_FIRST)


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.VERBOSE)


@functools.cache
def _foreign_rules() -> tuple[Rule, ...]:
    """Return the rules for scripts beyond ASCII: they need not run on a text that is ASCII once folded."""
    verbs, targets = (tuple(folded(word).text for word in words) for words in (_RUSSIAN, _RUSSIAN_TARGETS))
    russian = rf"(?:{'|'.join(verbs)})\w*\s+(?:\w+\s+){{0,3}}?(?:{'|'.join(targets)})"
    return (
        Rule("override", verbs, russian),
        Rule("override", ("略", "視", "视", "忘", "不要理会", "무시", "잊"), _EAST_ASIAN, 30, 30),
    )


@functools.cache
def _automaton() -> Any:
    """Return what finds all cues of `_FIRST` in one pass, in a third of the time that a search for each takes."""
    import ahocorasick  # noqa: PLC0415 - importing the checks loads no third party

    made = ahocorasick.Automaton()
    for cue in _FIRST:
        made.add_word(cue, cue)
    made.make_automaton()
    return made


class _Seen(NamedTuple):
    """A text and, where all of it was looked through, where each cue of `_FIRST` that it holds begins."""

    text: str
    first: Mapping[str, list[int]] | None = None

    def holds(self, cue: str) -> bool:
        return cue in self.text if self.first is None or cue not in _FIRST_SET else cue in self.first

    def places(self, cue: str) -> Iterable[int]:
        """Return where a cue begins, each place behind the end of the one before it."""
        return _places(self.text, cue) if self.first is None or cue not in _FIRST_SET else self.first.get(cue, ())


@shared
def phrases(plain: str) -> dict[str, str]:
    """Return the words of each signal that a text's wording gives, by the signal's name; the text is a folded one."""
    found: dict[str, str] = {}
    if not plain.isascii():
        _look(_Seen(plain), _foreign_rules(), found)
    _look(_Seen(plain), _IN_BRACKETS, found)
    seen = _Seen(plain, _first_places(plain))
    if not seen.first:
        return found
    _look_in_groups(seen, _ALWAYS, found)
    for words, groups in ((_ORDER_WORDS, _ABOUT_ORDERS), (_ADDRESS, _ADDRESSED)):
        if not seen.first.keys().isdisjoint(words):
            _look_in_groups(_around(seen, words), groups, found)
    return found


# What Markdown and HTML put among the words of a sentence, and what stands for a space.
_emphasis = re.compile(r"""[*`~"]+""")
_spaced = re.compile(r"(?:&nbsp;|[_,:/-]|\.{2,}|\s)+")
_DRESSED_CUES = ("ignor", "disregard", "forget", "overrid", "bypass")
_DRESSED_CHARS, _MOST_DRESSED = 100, 20


def dressed_override(plain: str) -> str | None:
    """Return an override whose words are emphasized, quoted or joined by marks ("ignore **previous** instructions")."""
    for cue in _DRESSED_CUES:
        for at in itertools.islice(_places(plain, cue), _MOST_DRESSED):
            clause = plain[at : at + _DRESSED_CHARS].partition("\n")[0]
            bare = _spaced.sub(" ", _emphasis.sub("", clause))
            if bare != clause and not plain[max(0, at - 1) : at].isalnum():
                found = phrases(bare).get("override")
                if found:
                    return found
    return None


def _first_places(plain: str) -> dict[str, list[int]]:
    """Return where each cue of `_FIRST` begins in a text."""
    found: dict[str, list[int]] = {}
    for end, cue in _automaton().iter(plain):
        begin = end + 1 - len(cue)
        places = found.setdefault(cue, [])
        if not places or begin >= places[-1] + len(cue):
            places.append(begin)
    return found


def _look_in_groups(seen: _Seen, groups: tuple[Group, ...], found: dict[str, str]) -> None:
    for gate, rules in groups:
        if not gate or any(map(seen.holds, gate)):
            _look(seen, rules, found)


_SHORT_CHARS, _REACH = 3_000, 400


def _around(seen: _Seen, words: tuple[str, ...]) -> _Seen:
    """Return what stands around some words of a long text; a short text as it is."""
    plain = seen.text
    if len(plain) <= _SHORT_CHARS:
        return seen
    windows: list[tuple[int, int]] = []
    for at in sorted(at for word in words for at in seen.places(word)):
        if windows and at - _REACH <= windows[-1][1]:
            windows[-1] = (windows[-1][0], at + _REACH)
        else:
            windows.append((max(0, at - _REACH), at + _REACH))
    return _Seen("\n. ".join(plain[plain.find(" ", begin) + 1 if begin else 0 : end] for begin, end in windows))


def _look(seen: _Seen, rules: tuple[Rule, ...], found: dict[str, str]) -> None:
    """Add what the rules find to `found`; a signal found once is not looked for again."""
    for rule in rules:
        if rule.signal in found:
            continue
        cues = list(filter(seen.holds, rule.cues))
        words = (_match_near if rule.back else _match_at)(seen, rule, cues) if cues else None
        if words:
            found[rule.signal] = words


def _match_at(seen: _Seen, rule: Rule, cues: list[str]) -> str | None:
    """Return what a rule matches from one of its cues on."""
    match, plain = _compiled(rule.pattern).match, seen.text
    for cue in cues:
        for at in seen.places(cue):
            words = match(plain, at)
            if words and (cue == "n't " or not plain[at - 1 : at].isalpha()):
                return words.group()
    return None


def _match_near(seen: _Seen, rule: Rule, cues: list[str]) -> str | None:
    """Return what a rule matches around its cues; stretches of the text that overlap are searched once."""
    search = _compiled(rule.pattern).search
    for start, end in _spans(seen, rule, cues):
        words = search(seen.text, start, end)
        if words:
            return words.group()
    return None


def _spans(seen: _Seen, rule: Rule, cues: list[str]) -> Iterator[tuple[int, int]]:
    start, end = 0, -1
    places = sorted(at for cue in cues for at in seen.places(cue))
    for at in places:
        if at - rule.back > end:
            if end >= 0:
                yield start, end
            start = max(0, at - rule.back)
        end = at + rule.ahead
    if places:
        yield start, end


def _places(plain: str, cue: str) -> Iterator[int]:
    at = plain.find(cue)
    while at >= 0:
        yield at
        at = plain.find(cue, at + len(cue))
