# English. Sources, adding and importing them.
