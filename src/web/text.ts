export { inSentence, plural, withArticle } from '../shared/text.ts';
