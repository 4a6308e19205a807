"""The optional checkers that give second opinions on claims: word vectors, an inference model, a judge.

Each implements `gates.second_opinion.SecondOpinion`. Importing this package loads no extra; each checker
imports its own when it is loaded. They are soft: see `gates.second_opinion`.
"""
