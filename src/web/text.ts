export { firstName, inSentence, plural, shortName, withArticle } from '../shared/text.ts';
