"""What every game shares: cards, shuffle, actions, events, errors, records, the contract."""
