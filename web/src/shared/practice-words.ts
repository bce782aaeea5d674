/** What a practice round is for, and where it goes. */
export const JUST_PRACTICE = 'Just practice: nothing goes to Golf Australia or the Clubhouse.';
