// Icons of what parents open now and then: apart, so that no other screen fetches them. Same source as Icon.tsx.
import { icon } from './Icon.tsx';

export const IconAdjust = /* @__PURE__ */ icon('m21 16-4 4-4-4M17 20V4M3 8l4-4 4 4M7 4v16');
export const IconBook = /* @__PURE__ */ icon(
  'M12 5v16M20 19a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2h-4a5 5 0 0 0-4 2 5 5 0 0 0-4-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4a5 5 0 0 1 4 2 5 5 0 0 1 4-2z',
);
export const IconHash = /* @__PURE__ */ icon('M4 9h16M4 15h16M10 3 8 21M16 3l-2 18');
export const IconOnline = /* @__PURE__ */ icon(
  'M12 20h.01M2 8.82a15 15 0 0 1 20 0M5 12.859a10 10 0 0 1 14 0M8.5 16.429a5 5 0 0 1 7 0',
);
export const IconPhone = /* @__PURE__ */ icon(
  'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 18h.01',
);
export const IconShare = /* @__PURE__ */ icon(
  'M15 5a3 3 0 1 0 6 0a3 3 0 1 0-6 0M3 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M15 19a3 3 0 1 0 6 0a3 3 0 1 0-6 0M8.6 13.5l6.8 4M15.4 6.5l-6.8 4',
);
export const IconSpeak = /* @__PURE__ */ icon(
  'M11 4.7a.7.7 0 0 0-1.2-.5L6.4 7.6A1.4 1.4 0 0 1 5.4 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.4a1.4 1.4 0 0 1 1 .4l3.4 3.4a.7.7 0 0 0 1.2-.5zM16 9a5 5 0 0 1 0 6M19.36 18.36a9 9 0 0 0 0-12.73',
);
