import for
from a import if
