/** What this network alone refuses, in English and in German. */
export const english = {
  x_draft_with_replies: 'A draft of an article cannot have replies; send one part, or publish the article',
  x_gif_too_large:
    '{file} has {width:number} × {height:number} pixels; X allows GIFs of up to {maxWidth:number} × {maxHeight:number}',
  x_description_too_long: '{file} has a description of {length:number} characters; X allows {max:number}',
  x_gif_not_alone: 'X allows a GIF only on its own; send one file, or a PNG instead of the GIF',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  x_draft_with_replies:
    'Der Entwurf eines Artikels kann keine Antworten haben; nur ein Teil ist möglich, oder der Artikel wird veröffentlicht',
  x_gif_too_large: '{file} hat {width} × {height} Pixel; X erlaubt GIFs bis {maxWidth} × {maxHeight}',
  x_description_too_long: 'Die Beschreibung von {file} hat {length} Zeichen; X erlaubt {max}',
  x_gif_not_alone: 'X erlaubt ein GIF nur allein; bitte nur eine Datei oder statt des GIFs ein PNG',
};
