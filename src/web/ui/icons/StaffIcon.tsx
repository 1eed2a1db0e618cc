// Icons of the panels. They are in a separate file, so that a parent's phone does not load them. Source: see Icon.tsx.
import { icon } from '../base/Icon.tsx';

export const IconArrowDown = /* @__PURE__ */ icon('M12 5v14m7-7-7 7-7-7');
export const IconArrowUp = /* @__PURE__ */ icon('M12 19V5m-7 7 7-7 7 7');
export const IconDatabase = /* @__PURE__ */ icon(
  'M3 5a9 3 0 1 0 18 0a9 3 0 1 0-18 0M3 5v14a9 3 0 0 0 18 0V5M3 12a9 3 0 0 0 18 0',
);
export const IconEye = /* @__PURE__ */ icon(
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
);
export const IconFlag = /* @__PURE__ */ icon(
  'M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.333 2q2 0 3.067-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.528',
);
export const IconImage = /* @__PURE__ */ icon(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M7 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0M21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21',
);
export const IconLibrary = /* @__PURE__ */ icon('m16 6 4 14M12 6v14M8 8v12M4 4v16');
export const IconMenu = /* @__PURE__ */ icon('M4 6h16M4 12h16M4 18h16');
export const IconPower = /* @__PURE__ */ icon('M12 2v10M18.4 6.6a9 9 0 1 1-12.77.04');
export const IconSearch = /* @__PURE__ */ icon('m21 21-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0');
export const IconTrend = /* @__PURE__ */ icon('M16 7h6v6M22 7l-8.5 8.5-5-5L2 17');
export const IconUpload = /* @__PURE__ */ icon('M12 3v12M17 8l-5-5-5 5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4');
export const IconUser = /* @__PURE__ */ icon(
  'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M8 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
);
export const IconWallet = /* @__PURE__ */ icon(
  'M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4',
);
