// How far magnetic north is from true north: the World Magnetic Model 2025 of NOAA and the British
// Geological Survey (public domain), up to degree 8. What is left out of it, and the five years for
// which it is made, make less than a degree; iron and basalt near a phone make more. Knows no page
// and no clock.
//
// The field is minus the gradient of a potential on the sphere of radius a,
//
//     a Σₙ (a/r)ⁿ⁺¹ Σₘ (gₙₘ cos mλ + hₙₘ sin mλ) Pₙₘ(cos θ),
//
// with Schmidt's half-normalised Legendre functions, of which each follows from the two before it.

/** g, h, and what they grow by in a year, in nanotesla: for n = 1, 2, … and m = 0 … n. */
const COEFFICIENTS = (
  '-29351.8,0,12,0 -1410.8,4545.4,9.7,-21.5 -2556.6,0,-11.6,0 2951.1,-3133.6,-5.2,-27.7 ' +
  '1649.3,-815.1,-8,-12.1 1361,0,-1.3,0 -2404.1,-56.6,-4.2,4 1243.8,237.5,0.4,-0.3 ' +
  '453.6,-549.5,-15.6,-4.1 895,0,-1.6,0 799.5,278.6,-2.4,-1.1 55.7,-133.9,-6,4.1 ' +
  '-281.1,212,5.6,1.6 12.1,-375.6,-7,-4.4 -233.2,0,0.6,0 368.9,45.4,1.4,-0.5 187.2,220.2,0,2.2 ' +
  '-138.7,-122.9,0.6,0.4 -142,43,2.2,1.7 20.9,106.1,0.9,1.9 64.4,0,-0.2,0 63.8,-18.4,-0.4,0.3 ' +
  '76.9,16.8,0.9,-1.6 -115.7,48.8,1.2,-0.4 -40.9,-59.8,-0.9,0.9 14.9,10.9,0.3,0.7 ' +
  '-60.7,72.7,0.9,0.9 79.5,0,0,0 -77,-48.9,-0.1,0.6 -8.8,-14.4,-0.1,0.5 59.3,-1,0.5,-0.8 ' +
  '15.8,23.4,-0.1,0 2.5,-7.4,-0.8,-1 -11.1,-25.1,-0.8,0.6 14.2,-2.3,0.8,-0.2 23.2,0,-0.1,0 ' +
  '10.8,7.1,0.2,-0.2 -17.5,-12.6,0,0.5 2,11.4,0.5,-0.4 -21.7,-9.7,-0.1,0.4 16.9,12.7,0.3,-0.5 ' +
  '15,0.7,0.2,-0.6 -16.8,-5.2,0,0.3 0.9,3.9,0.2,0.2'
).split(' ').map((row) => row.split(',').map(Number));

const BEGIN_YEAR = 2025;
const DEGREE_MAX = 8;
/** At the poles of the sphere no direction is north. */
const LATITUDE_MAX = 85;
const SPHERE_METRES = 6_371_200;
const EQUATOR_METRES = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_141_3;
const RADIANS = Math.PI / 180;

/** Pₙₘ and dPₙₘ/dθ, by [n][m]. */
function legendre(/** @type {number} */ cosine, /** @type {number} */ sine) {
  /** @type {number[][]} */
  const values = [[1]];
  /** @type {number[][]} */
  const slopes = [[0]];
  const before = (/** @type {number[][]} */ of, n, m) => of[n]?.[m] ?? 0;
  for (let n = 1; n <= DEGREE_MAX; n += 1) {
    values.push([]);
    slopes.push([]);
    for (let m = 0; m < n; m += 1) {
      const scale = Math.sqrt(n * n - m * m);
      const [near, far] = [(2 * n - 1) / scale, Math.sqrt((n - 1) ** 2 - m * m) / scale];
      const last = before(values, n - 1, m);
      values[n].push(near * cosine * last - far * before(values, n - 2, m));
      slopes[n].push(near * (cosine * before(slopes, n - 1, m) - sine * last) -
        far * before(slopes, n - 2, m));
    }
    const scale = n === 1 ? 1 : Math.sqrt((2 * n - 1) / (2 * n));
    values[n].push(scale * sine * values[n - 1][n - 1]);
    slopes[n].push(scale * (sine * slopes[n - 1][n - 1] + cosine * values[n - 1][n - 1]));
  }
  return { values, slopes };
}

/**
 * By how many degrees a compass points east of true north (negative: west); 0 near the poles.
 *
 * @param {import('./ground.js').Place} place
 * @param {number} year with its part that has passed
 */
export function declinationAt([latitudeE7, longitudeE7], year) {
  const [latitude, longitude] = [latitudeE7 / 1e7, (longitudeE7 / 1e7) * RADIANS];
  if (Math.abs(latitude) > LATITUDE_MAX) return 0;
  // From the ellipsoid, on which people stand, to the sphere.
  const [sine, cosine] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  const vertical = EQUATOR_METRES / Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine);
  const [across, along] = [vertical * cosine, vertical * (1 - ECCENTRICITY_SQUARED) * sine];
  const radius = Math.hypot(across, along);
  const [sinTheta, cosTheta] = [across / radius, along / radius];
  const { values, slopes } = legendre(cosTheta, sinTheta);
  let [north, east, down] = [0, 0, 0];
  let row = 0;
  for (let n = 1; n <= DEGREE_MAX; n += 1) {
    const ratio = (SPHERE_METRES / radius) ** (n + 2);
    for (let m = 0; m <= n; m += 1) {
      const [g0, h0, gYear, hYear] = COEFFICIENTS[row];
      row += 1;
      const [g, h] = [g0 + gYear * (year - BEGIN_YEAR), h0 + hYear * (year - BEGIN_YEAR)];
      const [sin, cos] = [Math.sin(m * longitude), Math.cos(m * longitude)];
      north += ratio * (g * cos + h * sin) * slopes[n][m];
      east += (ratio * m * (g * sin - h * cos) * values[n][m]) / sinTheta;
      down -= ratio * (n + 1) * (g * cos + h * sin) * values[n][m];
    }
  }
  // Where the sphere's north isn't quite that of the ellipsoid.
  const turnSine = cosTheta * cosine - sinTheta * sine;
  const turnCosine = sinTheta * cosine + cosTheta * sine;
  return Math.atan2(east, north * turnCosine - down * turnSine) / RADIANS;
}
