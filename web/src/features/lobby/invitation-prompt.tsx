/** Offers the invitations that wait for an answer. To come. */
export function InvitationPrompt() {
  return null;
}
