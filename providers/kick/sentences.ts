/** What this network alone refuses, in English and in German. */
export const english = {
  kick_not_sent:
    'Kick took the message and did not send it, without saying why; look at the rules of the chat',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  kick_not_sent:
    'Kick hat die Nachricht angenommen, aber nicht gesendet, und sagt nicht, warum. Bitte die Regeln des Chats ansehen',
};
