/** What this network alone refuses, in English and in German. */
export const english = {
  skool_not_a_cookie: 'This is not the value of the cookie {name}; copy it from a browser that is signed in',
  skool_no_account: 'Skool answered without the account; are the cookies complete?',
  skool_firewall:
    "Skool's firewall let nothing through from this server: it wants a browser. It stops many servers in data centres ({answer})",
  skool_signed_out:
    'Skool does not accept the cookies any more, or the account may not do this; sign in to Skool and reconnect the channel. {why}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  skool_not_a_cookie:
    'Das ist nicht der Wert des Cookies {name}. Bitte aus einem Browser kopieren, der angemeldet ist',
  skool_no_account: 'Skool hat geantwortet, aber das Konto fehlt. Sind die Cookies vollständig?',
  skool_firewall:
    'Die Firewall von Skool lässt von diesem Server nichts durch: Sie verlangt einen Browser. Sie hält viele Server in Rechenzentren auf ({answer})',
  skool_signed_out:
    'Skool nimmt die Cookies nicht mehr an, oder das Konto darf das nicht. Bitte bei Skool anmelden und den Kanal neu verbinden. {why}',
};
