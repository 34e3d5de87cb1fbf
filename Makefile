# SPDX-License-Identifier: GPL-2.0-only
# Entry points only: every verb is the program of that name in scripts/.

K ?= 7.2
FLAVOUR ?= kreason
export K FLAVOUR

VERBS := deps fetch tree refresh rebase build boot kunit shell lint check test submit bench fuzz demo clean

.PHONY: help $(VERBS)

help:
	@scripts/help

$(VERBS):
	@scripts/$@
