// SPDX-License-Identifier: Apache-2.0
// Layer projects: a project of several owners as a folder of signed messages.
#pragma once
#include "projects/folder.h"
#include "projects/planning.h"
#include "projects/turn.h"
