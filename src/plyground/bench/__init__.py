"""The speed of plyground, beside other libraries in the same run; one file per suite."""
