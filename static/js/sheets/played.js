// Shows and sends the time of a match by the clock of the table instead of in UTC.

const played = document.getElementById("played");
const offset = document.getElementById("offset");
const zone = document.getElementById("zone");

function two(number) {
  return String(Math.floor(Math.abs(number))).padStart(2, "0");
}

function takeLocal() {
  if (offset.value !== "Z" || !played.value) return;
  const moment = new Date(`${played.value}:00Z`);
  if (Number.isNaN(moment.getTime())) return;
  const ahead = -moment.getTimezoneOffset();
  const local = new Date(moment.getTime() + ahead * 60000);
  played.value = local.toISOString().slice(0, 16);
  offset.value = `${ahead < 0 ? "-" : "+"}${two(ahead / 60)}:${two(ahead % 60)}`;
  zone.hidden = true;
}

takeLocal();
