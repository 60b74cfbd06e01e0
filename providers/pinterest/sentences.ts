/** What this network alone refuses, in English and in German. */
export const english = {
  pinterest_description_too_long:
    'has a description of {length:number} characters; Pinterest allows {max:number}',
  pinterest_pictures_beside_video:
    'has {count:number} pictures besides a video; only one is allowed, as its cover',
  pinterest_sizes_differ: 'has pictures of {sizes:list} pixels; in a carousel, all must have the same size',
  pinterest_more_cards_than_pictures:
    'has texts for {cards:number} pictures; the carousel has {pictures:number}',
  pinterest_not_fetched: 'Pinterest could not download the picture from this instance. {why}',
  pinterest_trial_access:
    'Pinterest has given the app trial access only, with which nothing can be published; ask for standard access at developers.pinterest.com/apps. {why}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  pinterest_description_too_long: 'Die Beschreibung hat {length} Zeichen; Pinterest erlaubt {max}',
  pinterest_pictures_beside_video:
    '{count} Bilder neben einem Video sind zu viel; nur eines ist erlaubt, als Titelbild',
  pinterest_sizes_differ: 'Die Bilder haben {sizes} Pixel; in einem Karussell müssen alle gleich groß sein',
  pinterest_more_cards_than_pictures: 'Texte für {cards} Bilder, aber das Karussell hat {pictures}',
  pinterest_not_fetched: 'Pinterest konnte das Bild nicht von dieser Instanz laden. {why}',
  pinterest_trial_access:
    'Pinterest hat der App nur einen Testzugang gegeben, mit dem sich nichts veröffentlichen lässt. Bitte unter developers.pinterest.com/apps den Standardzugang beantragen. {why}',
};
