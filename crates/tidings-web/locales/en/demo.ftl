# English: the demo.

demo-line = Demo. Time runs fast here:
