-- Health of a tenant resource that is stored in the cluster. Without an operator, nothing writes a status, so a resource
-- without a status is healthy. The objects that leasehold renders from it have their own health.
local health = { status = "Healthy", message = "" }
local status = obj.status

if status == nil then
  return health
end
-- The sidecar writes this status. Its phase depends on objects in later sync waves, which Argo CD applies only when this wave
-- is healthy.
if obj.metadata.annotations ~= nil and obj.metadata.annotations["leasehold.dev/status"] ~= nil then
  health.message = status.phase or ""
  return health
end
if status.observedGeneration ~= nil and obj.metadata.generation ~= nil
    and status.observedGeneration < obj.metadata.generation then
  health.status = "Progressing"
  health.message = "the operator has not seen the last change yet"
  return health
end

-- A word that describes the whole resource. The name of the field depends on the kind.
local words = {
  Pending = "Progressing", Provisioning = "Progressing", Terminating = "Progressing",
  Failed = "Degraded", Error = "Degraded", error = "Degraded",
  Suspended = "Suspended", Hibernated = "Suspended", sleeping = "Suspended",
}
for _, field in ipairs({ "phase", "status", "currentStatus" }) do
  local word = status[field]
  if words[word] ~= nil then
    health.status = words[word]
    health.message = status.message or status.reason or word
    return health
  end
end

-- Only these conditions determine the health. For other types of conditions, either value can be correct.
local good = { Ready = true, TenantReady = true, NamespaceReady = true, Rendered = true, InstallSucceeded = true, Available = true }
local bad = { Degraded = true, Failed = true, Error = true, Stalled = true, ReconcileError = true }
for _, condition in ipairs(status.conditions or {}) do
  local message = condition.message or condition.reason or condition.type
  local is_wrong = good[condition.type] and condition.status == "False" or bad[condition.type] and condition.status == "True"
  -- Kleff sets NamespaceNotReady only after a failure, and then to False.
  if is_wrong or condition.type == "NamespaceNotReady" then
    return { status = "Degraded", message = message }
  end
  if good[condition.type] and condition.status == "Unknown" then
    health = { status = "Progressing", message = message }
  end
end
return health
