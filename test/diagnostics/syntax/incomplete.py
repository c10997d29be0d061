import
from a
del
x.
lambda x
