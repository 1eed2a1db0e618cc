export { firstName, inSentence, plural, withArticle } from '../shared/text.ts';
