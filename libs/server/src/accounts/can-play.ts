/** SQL condition: the account in `app.users` is verified, neither blocked nor being deleted, so its golfer can play. */
export const CAN_PLAY = 'email_verified_at is not null and blocked_at is null and deletion_requested_at is null';
