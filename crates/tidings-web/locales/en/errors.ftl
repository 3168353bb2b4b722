# English. What can go wrong with a request.

error-home = Go to your articles
