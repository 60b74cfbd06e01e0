/** Every sentence of the API about single fields, in German. */
import { translateJoined, translator, type Sentences } from '../../sentences.ts';
import { posts } from '../posts.ts';
import { concernPhrases, contentSentences } from './content.ts';
import { requestSentences } from './requests.ts';
import { phrases as types, schemaSentences } from './schema.ts';
import { uploadSentences } from './uploads.ts';

export const sentences: Sentences = {
  ...schemaSentences,
  ...contentSentences,
  ...requestSentences,
  ...uploadSentences,
};

/** The states of a post, as its page names them. */
const states = Object.fromEntries(
  Object.entries(posts.states).map(([state, name]) => [state.replace('_', ' '), name]),
);

export const phrases: Readonly<Record<string, string>> = { ...types, ...states, ...concernPhrases };

/** A sentence of the API in German; undefined for one that has no entry. */
export const germanSentence = translator({ sentences, phrases, locale: 'de' });

/** A sentence about a field; one of a newer API stays in its own words. */
export const germanIssue = (message: string): string => germanSentence(message) ?? message;

/** Why a network does not take a file: several sentences in one. */
export const germanReasons = (reason: string): string => translateJoined(reason, germanSentence).join('; ');
