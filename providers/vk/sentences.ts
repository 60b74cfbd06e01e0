/** What this network alone refuses, in English and in German. */
export const english = {
  vk_too_many_pixels:
    '{file} is {width:number} × {height:number} pixels; VK allows {max:number} for width and height together',
  vk_comments_closed: 'closes the comments, which further parts are: switch it off, or send one part',
  vk_without_wall:
    'VK did not grant the right to post ("wall"). It gives that to few apps, and only on request: the operator of this instance has to write to devsupport@corp.vk.com',
  vk_answered: '{answer}: {remedy:sentence}',
  vk_no_right:
    'VK gives the right to post to few apps, on request (devsupport@corp.vk.com), and only where the account may post itself',
  vk_captcha: 'VK asks for a captcha, which only a person can solve; post once by hand, or try again later',
  vk_confirm_account: 'VK wants the person to confirm the account at vk.com; then reconnect the channel',
  vk_confirm: 'VK wants a person to confirm this',
  vk_forbidden_there: 'posting is forbidden there, or the number of posts of a day is used up',
  vk_advertisement: 'an advertisement was published there a short time ago',
  vk_no_links: 'links are forbidden there',
  vk_maybe_too_long:
    'if the text is long, shorten it or put the rest into a further part, which becomes a comment; VK documents no length',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  vk_too_many_pixels: '{file} hat {width} × {height} Pixel; VK erlaubt für Breite und Höhe zusammen {max}',
  vk_comments_closed:
    'Schließt die Kommentare, und weitere Teile sind Kommentare: ausschalten oder nur einen Teil senden',
  vk_without_wall:
    'VK hat das Recht zu posten („wall“) nicht gegeben. Nur wenige Apps bekommen es, und nur auf Antrag: Wer diese Instanz betreibt, muss an devsupport@corp.vk.com schreiben',
  vk_answered: '{answer}: {remedy}',
  vk_no_right:
    'VK gibt das Recht zu posten wenigen Apps, auf Antrag (devsupport@corp.vk.com), und nur wo das Konto selbst posten darf',
  vk_captcha:
    'VK verlangt ein Captcha, das nur ein Mensch lösen kann: einmal von Hand posten oder es später wieder versuchen',
  vk_confirm_account:
    'VK verlangt eine Bestätigung des Kontos auf vk.com; danach bitte den Kanal neu verbinden',
  vk_confirm: 'VK verlangt die Bestätigung durch einen Menschen',
  vk_forbidden_there: 'Dort darf nicht gepostet werden, oder die Zahl der Beiträge eines Tages ist erreicht',
  vk_advertisement: 'Dort ist vor Kurzem eine Anzeige erschienen',
  vk_no_links: 'Links sind dort verboten',
  vk_maybe_too_long:
    'Ein langer Text lässt sich kürzen oder auf weitere Teile verteilen, die Kommentare werden; VK nennt keine Grenze',
};
