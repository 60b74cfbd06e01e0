/*
 * The page /docs: one language at a time, copying, the colours that were chosen in the web app, and the
 * reader's own channels in the examples. It stores nothing.
 */
const root = document.documentElement;
const scheme = localStorage.getItem('mantine-color-scheme-value');
if (scheme === 'light' || scheme === 'dark') root.dataset.scheme = scheme;
// Before anything is painted, so that the page does not jump.
root.dataset.language = 'curl';

const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function choose(language) {
  root.dataset.language = language;
  for (const button of all('.languages button')) {
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
  }
}

async function copy(button) {
  const status = document.querySelector('.live');
  await navigator.clipboard.writeText(button.closest('.sample').querySelector('code').textContent);
  button.textContent = 'Copied';
  status.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
    status.textContent = '';
  }, 1500);
}

function fill(words) {
  for (const [name, word] of Object.entries(words)) {
    for (const place of all(`[data-fill="${name}"]`)) place.textContent = word;
  }
}

/** The channels of the person who is signed in; none if the session has ended meanwhile. */
async function readChannels() {
  const answer = await fetch('/api/integrations', { headers: { Accept: 'application/json' } });
  return answer.ok ? await answer.json() : [];
}

async function offerChannels() {
  const channels = await readChannels();
  if (!channels.length) return;
  const label = document.querySelector('.channels');
  const select = label.querySelector('select');
  for (const { id, name, identifier } of channels) {
    const option = document.createElement('option');
    option.value = id;
    option.textContent = `${name} (${identifier})`;
    select.append(option);
  }
  const show = () => {
    const channel = channels.find(({ id }) => id === select.value);
    fill({ channel: channel.id, network: channel.identifier });
  };
  select.addEventListener('change', show);
  show();
  label.hidden = false;
}

document.addEventListener('DOMContentLoaded', () => {
  choose('curl');
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (button?.matches('.copy')) void copy(button);
    else if (button?.dataset.language) choose(button.dataset.language);
  });
  if (root.dataset.session === 'yes') void offerChannels();
});
