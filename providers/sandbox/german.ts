/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Shown on the sandbox page. A name with a #tag opens the same account each time, others a new one':
    'Steht auf der Seite der Sandbox. Ein Name mit einem #Anhängsel öffnet jedes Mal dasselbe Konto, andere ein neues',
};
