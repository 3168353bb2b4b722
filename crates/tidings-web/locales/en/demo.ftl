# English. The demonstration.

demo-line = Demonstration, time runs fast:
