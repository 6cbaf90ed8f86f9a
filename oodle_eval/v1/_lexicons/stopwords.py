"""English words that carry grammar rather than content.

Made by us: the closed classes of English grammar (articles, pronouns, auxiliaries, common prepositions and
conjunctions), of those only words of three or more letters, since shorter ones never count as content words. "not" is
left out, since a denial is content. Kept short on purpose: on labelled RAG answers a short list told grounded from
ungrounded sentences better than a long one.
"""

STOPWORDS = frozenset(
    """
    the and but for nor yet
    you your yours she her hers him his its they them their theirs our ours who whom whose this that these those
    are was were been being has had have having does did doing can could will would shall should may might must
    from with into onto upon than then also there here
    what which when where why how
    """.split()
)
