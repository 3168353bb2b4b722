# Deutsch. Sources, adding and importing them.
