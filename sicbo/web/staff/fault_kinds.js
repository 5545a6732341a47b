// @ts-check
/** The kinds of fault that staff report. */

export const FAULTS = ["lights-dark", "lights-wrong", "display-wrong", "equipment", "tumbler", "dice", "power", "terminals"];
