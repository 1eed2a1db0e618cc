import { describe, expect, test } from 'vitest';
import { splitStyles, usedStyles } from './used-styles.ts';

const html = '<main class="a b"><p class="c">x</p></main>';

describe('the styles inlined in a document', () => {
  test.each([
    ['.a{color:red}', '.a{color:red}'],
    ['.a .z{color:red}', ''],
    ['.a,.z{color:red}', '.a{color:red}'],
    ['table{color:red}main p{color:red}', 'main p{color:red}'],
    // Rules that depend on a state or an attribute are kept, because they may apply later.
    ['.c:hover,.c[hidden]{color:red}', '.c:hover,.c[hidden]{color:red}'],
    [':root:not([data-theme=light]){--x:1}', ':root:not([data-theme=light]){--x:1}'],
    ['.a:not(.z,.y)>p{color:red}', '.a:not(.z,.y)>p{color:red}'],
    ['@media (width>1px){.z{color:red}}', ''],
    ['@media (width>1px){.z{color:red}.a{color:red}}', '@media (width>1px){.a{color:red}}'],
    ['@font-face{font-family:F}', '@font-face{font-family:F}'],
    ['@keyframes spin{0%{top:0}}.z{animation:spin 1s}', ''],
    ['.a{animation:spin 1s}@keyframes spin{0%{top:0}}', '.a{animation:spin 1s}@keyframes spin{0%{top:0}}'],
    ['.a{animation:1s spin}@keyframes spin{0%{top:0}}', '.a{animation:1s spin}@keyframes spin{0%{top:0}}'],
    ['*,::before{top:0}', '*,::before{top:0}'],
  ])('%s', (css, kept) => {
    expect(usedStyles(css, html)).toBe(kept);
  });
});

describe('splitting a style sheet in two', () => {
  const theirs = (name: string) => name.startsWith('t');
  test.each([
    ['.a{top:0}.t{top:0}', '.t{top:0}', '.a{top:0}'],
    ['.a,.t b{top:0}', '.t b{top:0}', '.a{top:0}'],
    ['.a .t:hover{top:0}', '.a .t:hover{top:0}', ''],
    ['@media (width>1px){.t{top:0}.a{top:0}}', '@media (width>1px){.t{top:0}}', '@media (width>1px){.a{top:0}}'],
    ['@keyframes tt{0%{top:0}}@keyframes a{0%{top:0}}', '@keyframes tt{0%{top:0}}', '@keyframes a{0%{top:0}}'],
    ['@font-face{src:url(/a.t)}:root{--t:1}', '', '@font-face{src:url(/a.t)}:root{--t:1}'],
  ])('%s', (css, first, second) => {
    expect(splitStyles(css, theirs)).toEqual({ theirs: first, others: second });
  });
});
