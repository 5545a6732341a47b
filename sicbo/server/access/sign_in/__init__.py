"""Sign-in of staff: PINs, the threads that hash them, limits on guesses, known browsers, owner set-up."""
