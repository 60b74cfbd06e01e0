/** What this network alone refuses, in English and in German. */
export const english = {
  slack_not_a_conversation_id: 'must be the ID of a conversation (C0123456789), not its name',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  slack_not_a_conversation_id: 'Muss die ID eines Channels sein (C0123456789), nicht sein Name',
};
