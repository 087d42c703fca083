#include "CHearthMessage.h"
