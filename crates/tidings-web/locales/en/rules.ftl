# English. Rules, feeds out, webhooks.
