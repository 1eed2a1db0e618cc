// Loaded before the program: shifts its calendar clock by CLOCK_SHIFT milliseconds, like a machine with a wrong clock.
const shift = Number(process.env['CLOCK_SHIFT']);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) =>
    given.length === 0 ? new target(RealDate.now() + shift) : Reflect.construct(target, given),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + shift : Reflect.get(target, name)),
});
