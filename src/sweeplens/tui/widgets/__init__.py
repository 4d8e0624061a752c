"""The application's widgets."""
