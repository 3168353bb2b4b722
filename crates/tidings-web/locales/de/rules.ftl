# Deutsch. Rules, feeds out, webhooks.
