"""Figure to text, for a size and a palette."""
