// Formats values for people, as in the text report.
const MINUTE = 60, HOUR = 3600, DAY = 86400;
const ABSENT = '–';

// Values closer to 0 than this are shown as 0.
const NOTHING = 0.5e-9;

function pair(small, perLarge, large, unit, digits) {
  const rounded = Math.round(small);
  return `${Math.floor(rounded / perLarge)} ${large} ${String(rounded % perLarge).padStart(digits, '0')} ${unit}`;
}

// A time in its two largest units, such as "1 h 02 min".
function brief(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return ABSENT;
  if (seconds <= -NOTHING) return '-' + brief(-seconds);
  if (seconds < MINUTE - 0.05) {
    if (seconds >= 1 - 0.0005) return seconds.toFixed(1) + ' s';
    if (seconds >= 1e-3) return (seconds * 1e3).toFixed(seconds < 1e-2 ? 1 : 0) + ' ms';
    if (seconds >= 1e-6) return (seconds * 1e6).toFixed(0) + ' µs';
    return seconds < NOTHING ? '0 s' : (seconds * 1e9).toFixed(0) + ' ns';
  }
  if (seconds < HOUR - 0.5) return pair(seconds, 60, 'min', 's', 2);
  if (seconds < DAY - 30) return pair(seconds / MINUTE, 60, 'h', 'min', 2);
  return pair(seconds / HOUR, 24, 'd', 'h', 2);
}

// A fraction with one decimal, such as "38.1 %".
function percent(fraction) {
  if (fraction === null || fraction === undefined || !Number.isFinite(fraction)) return ABSENT;
  const value = fraction * 100;
  if (value !== 0 && Math.abs(value) < 0.05) return value < 0 ? '> -0.1 %' : '< 0.1 %';
  return value.toFixed(1) + ' %';
}

const counted = d3.format(',d');
const count = (n, one, many) => `${counted(n)} ${n === 1 ? one : many}`;

// A ratio with about three digits.
function ratio(value) {
  if (Math.abs(value) >= 100) return counted(Math.round(value));
  return Math.abs(value) < 0.01 && value !== 0 ? value.toPrecision(2) : value.toFixed(2);
}

const has = measured => measured !== undefined && measured.value !== undefined;
const valueOf = measured => has(measured) ? measured.value : NaN;
const time = measured => has(measured) ? brief(measured.value) : ABSENT;
const share = measured => has(measured) ? percent(measured.value) : ABSENT;
const coverage = measured => has(measured) && measured.total
  ? ` (measured for ${counted(measured.measured)} of ${counted(measured.total)})` : '';

// Keeps numbers and their units on one line.
const unbroken = text => text.replace(/(\d) (?=(%|ns|µs|ms|s|min|h|d)(?![a-z]))/g, '$1\u00a0');

const STEPS = [1e-9, 2e-9, 5e-9, 1e-8, 2e-8, 5e-8, 1e-7, 2e-7, 5e-7, 1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4,
  1e-3, 2e-3, 5e-3, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600,
  43200, 86400, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY, 91 * DAY, 365 * DAY];

// Times of the marks on an axis: multiples of the customary steps of seconds, minutes, hours and days.
function timeTicks(begin, end, most) {
  const step = STEPS.find(s => (end - begin) / s <= most) || (end - begin) / most;
  return d3.range(Math.ceil(begin / step - 1e-9) * step, end + step * 1e-6, step);
}

function tickText(seconds, step) {
  if (Math.abs(seconds) < step * 1e-6) return '0';
  if (step >= MINUTE) {
    const minutes = Math.round(seconds / MINUTE);
    if (step >= DAY) return Math.round(seconds / DAY) + ' d';
    return minutes < 60 ? minutes + ' min' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
  }
  if (step >= 1) {
    const whole = Math.round(seconds);
    return whole < 60 ? whole + ' s' : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  }
  const digits = Math.ceil(-Math.log10(step) - 1e-9);
  return digits <= 3 ? seconds.toFixed(digits) + ' s' : digits <= 6 ? (seconds * 1e3).toFixed(digits - 3) + ' ms'
    : (seconds * 1e6).toFixed(Math.max(0, digits - 6)) + ' µs';
}
