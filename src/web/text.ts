export { plural, withArticle } from '../shared/text.ts';
