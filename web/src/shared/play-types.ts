/** Explains practice rounds. */
export const JUST_PRACTICE = 'Just practice: nothing goes to Golf Australia or the Clubhouse.';
