// SPDX-License-Identifier: Apache-2.0
// Layer table: tables read and written in parallel, in bounded memory.
#pragma once
#include "table/atomic_file.h"
#include "table/chunk.h"
#include "table/schema.h"
#include "table/table.h"
#include "table/transform.h"
