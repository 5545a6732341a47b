"""People at the table: seats, conduct, disputes and tournament use."""
