"""The speed of plyground, beside other libraries in the same run: a suite a file."""
