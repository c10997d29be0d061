#include "fake.h"
