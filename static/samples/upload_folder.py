import json, sys, time, urllib.parse, urllib.request
from pathlib import Path
server, folder, token = sys.argv[1:]
def ask(address, data=None):
    request = urllib.request.Request(server + address, data, {"Authorization": f"Bearer {token}"})
    return json.load(urllib.request.urlopen(request))
for path in Path(folder).iterdir():
    found = ask(f"/api/v1/uploads?name={urllib.parse.quote(path.name)}", path.read_bytes())
    for job in found["jobs"]:
        while job["state"] not in ("done", "failed"):
            time.sleep(1)
            job = ask(job["address"])
        print(path.name, job["verdicts"])
    print(path.name, [match["verdict"] for match in found["matches"]])
