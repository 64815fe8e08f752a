"""Fields: how equilibrium players arrange, as package data (`data/*.bin`), and what builds them (`build`)."""
