"""Words around the facts that a person states in a conversation.

Made by us, from how customers and support agents write: the nouns that number something, the people other than the
speaker whose data a text can hold, the words for a company's own contact, and openings that are no name.
"""

# What an order_id can be the number of, in groups: the number of one is not asked for as that of another.
ORDER_NOUNS = {
    "order": ("order", "purchase"),
    "ticket": ("ticket", "case", "incident", "support ticket", "service request", "complaint"),
    "booking": ("booking", "reservation", "confirmation", "pnr", "itinerary"),
    "tracking": ("tracking", "shipment", "parcel"),
    "invoice": ("invoice",),
    "return": ("return", "rma"),
    "claim": ("claim",),
}

# Whose data it is when not the user's own.
OTHERS = frozenset(
    """
    his her their boss manager supervisor friend wife husband spouse partner colleague coworker client customer mother
    mom father dad son daughter brother sister recipient landlord doctor teacher neighbour neighbor support helpdesk
    agent passenger assistant
    """.split()
)

# A company's own contact, and examples.
OURS = frozenset(
    (
        "us",
        "our",
        "support",
        "help desk",
        "helpdesk",
        "hotline",
        "helpline",
        "toll-free",
        "toll free",
        "customer service",
        "customer care",
        "headquarters",
        "office",
        "department",
        "such as",
        "for example",
        "e.g",
        "like",
        "format",
        "emergency",
        "team",
    )
)

# Mailboxes of a role, not of a person.
ROLE_ADDRESSES = frozenset(
    """
    support help info contact sales billing service services care admin hello team feedback privacy security press jobs
    careers returns orders noreply no-reply donotreply reply office enquiries inquiries customerservice customercare
    customersupport legal abuse webmaster postmaster marketing accounts reservations booking bookings
    """.split()
)

# What asks for another fact of the kind than the one that was given.
ANOTHER = frozenset(
    (
        "new",
        "different",
        "another",
        "other",
        "alternate",
        "alternative",
        "second",
        "additional",
        "updated",
        "correct",
        "secondary",
        "backup",
        "recipient's",
        "passenger's",
        "passengers'",
        "friend's",
        "their",
        "his",
        "her",
        "company",
        "company's",
        "emergency",
        "next",
        "access",
    )
)

# What turns a request into its opposite.
NEEDLESS = frozenset(
    (
        "don't",
        "do not",
        "doesn't",
        "does not",
        "won't",
        "will not",
        "no need",
        "not necessary",
        "never",
        "thank you for",
        "thanks for",
        "already",
    )
)

TITLES = frozenset("mr mrs ms miss dr sir madam prof".split())

# Words with a capital after "I'm", "Hi" or "Thanks" that are no name.
NO_NAMES = frozenset(
    """
    there all everyone everybody team sir madam customer valued guest friend friends folks again you your so for that
    it its this we our i a an the to let please what how no not yes sure very really just here glad happy sorry back
    afraid trying looking interested calling writing having going unable able still also now currently new hiring user
    member client student passenger traveler traveller dear good great thanks thank hello hi hey welcome agent
    american british german french italian spanish english chinese japanese indian canadian mexican australian dutch
    russian korean irish scottish swedish danish polish turkish brazilian european african asian christian muslim jewish
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december today tomorrow
    ceo cto cfo vp hr
    """.split()
)
