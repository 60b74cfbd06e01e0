/** What this network alone refuses, in English and in German. */
export const english = {
  vk_too_many_pixels:
    '{file} is {width:number} × {height:number} pixels; VK allows {max:number} for width and height together',
  vk_comments_closed: 'closes the comments, which further parts are: switch it off, or send one part',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  vk_too_many_pixels: '{file} hat {width} × {height} Pixel; VK erlaubt für Breite und Höhe zusammen {max}',
  vk_comments_closed:
    'Schließt die Kommentare, und weitere Teile sind Kommentare: ausschalten oder nur einen Teil senden',
};
